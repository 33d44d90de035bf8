// For everything that is not published: tests, scripts, the local service, the benchmarks. n8n's
// rules forbid timers, files and the process there, where they are the point.
import { createRequire } from 'node:module';

const requireFromNodeCli = createRequire(import.meta.resolve('@n8n/node-cli/eslint'));
const js = requireFromNodeCli('@eslint/js');
const tseslint = requireFromNodeCli('typescript-eslint');

const TYPESCRIPT = ['**/*.ts'];
const COMMON_JS = ['*.js'];
const MODULES = ['**/*.mjs'];

export default tseslint.config(
	{ ignores: ['dist', 'coverage', 'nodes', 'credentials'] },
	js.configs.recommended,
	{
		files: TYPESCRIPT,
		extends: [...tseslint.configs.strict],
		languageOptions: {
			parserOptions: { project: './tsconfig.dev.json', tsconfigRootDir: import.meta.dirname },
		},
		linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true },
		rules: {
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-import-type-side-effects': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/only-throw-error': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': 'error',
			eqeqeq: 'error',
			'no-var': 'error',
			'object-shorthand': 'error',
			'prefer-const': 'error',
		},
	},
	{
		files: [...COMMON_JS, ...MODULES],
		linterOptions: { noInlineConfig: true },
		languageOptions: {
			globals: { console: 'readonly', performance: 'readonly', process: 'readonly' },
		},
	},
	{
		files: COMMON_JS,
		languageOptions: {
			sourceType: 'commonjs',
			globals: { __dirname: 'readonly', module: 'writable', require: 'readonly' },
		},
	},
);
