import { detailsOf } from '../../../scripts/start/greeting';

const login = { email: 'demo@example.com', password: 'Demo-1' };

const rowsOf = (text: string) =>
	Object.fromEntries(text.split('\n').map((line) => line.trim().split(/\s{2,}/)));

it('shows the URL, the token and the base URL of the sandbox', () => {
	const details = detailsOf('/nowhere', { login, port: 5678, sandboxPort: 4010 });
	expect(rowsOf(details)).toMatchObject({
		Open: 'http://localhost:5678/home/workflows',
		Email: 'demo@example.com',
		Password: 'Demo-1',
		'Base URL': 'http://127.0.0.1:4010',
		Token: 'sandbox-token',
	});
});

it('shows no token of a real service, and no login that the user has changed', () => {
	const serviceUrl = 'https://api.example.com';
	const details = detailsOf('/nowhere', { login, hasOtherLogin: true, port: 5678, serviceUrl });
	expect(details).toContain(serviceUrl);
	expect(details).not.toMatch(/Token|Password|Demo-1/);
});
