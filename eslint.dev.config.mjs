// The project's own rules. Published code has the strictest ones, beside n8n's. Tests, scripts, the
// local service and the benchmarks have these alone: n8n's rules forbid timers, files and the
// process, which are the point there.
import { createRequire } from 'node:module';

const requireFromNodeCli = createRequire(import.meta.resolve('@n8n/node-cli/eslint'));
const js = requireFromNodeCli('@eslint/js');
const tseslint = requireFromNodeCli('typescript-eslint');

const TYPESCRIPT = ['**/*.ts'];
const PUBLISHED = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const COMMON_JS = ['*.js', 'bench/**/*.js', '**/*.cjs'];
const MODULES = ['**/*.mjs'];

const NODE_GLOBALS = Object.fromEntries(
	Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']),
);

export default tseslint.config(
	{ ignores: ['.demo', 'dist', 'coverage'] },
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
			// As the compiler has it: an underscore says that it is meant.
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
			'@typescript-eslint/only-throw-error': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			eqeqeq: 'error',
			'no-var': 'error',
			'object-shorthand': 'error',
			'prefer-const': 'error',
		},
	},
	{
		files: PUBLISHED,
		extends: [...tseslint.configs.strictTypeChecked],
		languageOptions: {
			parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			// Numbers read well in a message.
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			// Texts are taken apart where it is their code points that count.
			'@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
		},
	},
	{
		files: [...COMMON_JS, ...MODULES],
		linterOptions: { noInlineConfig: true },
		languageOptions: { globals: NODE_GLOBALS },
	},
	{
		files: COMMON_JS,
		languageOptions: {
			sourceType: 'commonjs',
			globals: {
				__dirname: 'readonly',
				exports: 'writable',
				module: 'writable',
				require: 'readonly',
			},
		},
	},
);
