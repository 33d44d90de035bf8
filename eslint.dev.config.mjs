// For everything that is not published: tests, scripts, the local service, the benchmarks. n8n's
// rules forbid timers, files and the process there, where they are the point.
import { createRequire } from 'node:module';

const requireFromNodeCli = createRequire(import.meta.resolve('@n8n/node-cli/eslint'));
const js = requireFromNodeCli('@eslint/js');
const tseslint = requireFromNodeCli('typescript-eslint');

const TYPESCRIPT = ['**/*.ts'];
const COMMON_JS = ['*.js', 'bench/**/*.js', '**/*.cjs'];
const MODULES = ['**/*.mjs'];

const NODE_GLOBALS = Object.fromEntries(
	Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']),
);

export default tseslint.config(
	{ ignores: ['.demo', 'dist', 'coverage', 'nodes', 'credentials'] },
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
