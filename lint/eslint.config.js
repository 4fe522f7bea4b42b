/** Rules for the browser's modules, in addition to ESLint's recommended ones. */

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/vendor/", "**/.venv/", "**/node_modules/"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error", reportUnusedInlineConfigs: "error" },
    rules: {
      "max-len": ["error", { code: 120, tabWidth: 2 }],
      "no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_", ignoreRestSiblings: false }],
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: ["error", "always"],
      "no-implicit-globals": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-throw-literal": "error",
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-unmodified-loop-condition": "error",
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-rename": "error",
      "object-shorthand": "error",
      "prefer-template": "off",
      "require-atomic-updates": "off",
      "no-restricted-syntax": ["error", { selector: "ExportNamedDeclaration > VariableDeclaration[kind='let']",
        message: "The files of a built page take the value that an export has at the start (page.js)." }],
    },
  },
  { files: ["lint/**"], languageOptions: { globals: globals.node } },
];
