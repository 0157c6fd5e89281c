import type { ToolDeclaration } from './tool-declaration.ts';

/** Where an operator draws the line. Every number is a limit up to which, and not beyond which, an action is routine. */
export interface RiskSettings {
  readonly records_max: number;
  /** In dollars' worth. */
  readonly amount_max: number;
  /** A refund or credit back to where the money came from, in dollars' worth. */
  readonly refund_max: number;
  readonly recipients_max: number;
  /** Path patterns, with `*` within a segment and `**` across segments, of what may be removed because it can be made again. */
  readonly rebuildable: readonly string[];
  /** Whole words within names that mean production. */
  readonly production_names: readonly string[];
  /** Mail and host domains that count as inside, with their subdomains. */
  readonly internal_domains: readonly string[];
  /** What the operator says of tools that the catalogue does not know, or knows wrongly. */
  readonly tools?: readonly ToolDeclaration[];
}

/** Folders that tools make again, by ecosystem. Names that people also give to what they wrote themselves are not among them. */
const rebuildableFolders = [
  // JavaScript
  'node_modules bower_components jspm_packages web_modules dist build out coverage .nyc_output .next .nuxt .output .svelte-kit .angular',
  '.astro .vite .parcel-cache .turbo .nx/cache .docusaurus .vitepress/cache .expo .rollup.cache .rpt2_cache .webpack .vinxi .contentlayer',
  '.wireit .moon/cache .pnpm-store .yarn/cache .yarn/unplugged .npm/_cacache storybook-static .tap .vercel/output .shadow-cljs',
  // Python
  '__pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .venv venv .eggs .hypothesis .pytype __pypackages__ htmlcov *.egg-info',
  'pip-wheel-metadata .pdm-build',
  // The JVM, .NET, Go, Rust and native code
  'target .gradle .kotlin .bloop .metals .scala-build .m2/repository bin/Debug bin/Release obj .nuget/packages go/pkg/mod cmake-build-*',
  'CMakeFiles builddir .ccache zig-out zig-cache .zig-cache nimcache bazel-bin bazel-out bazel-testlogs buck-out .pants.d plz-out .dub',
  // Apple, Android and Dart
  'DerivedData Pods Carthage/Build .build .dart_tool .cxx .externalNativeBuild',
  // Ruby, PHP, Elixir, Haskell, OCaml, Elm, Clojure
  'vendor/bundle tmp/cache .sass-cache .jekyll-cache _site .yardoc .phpunit.cache .psalm/cache _build .stack-work dist-newstyle _opam',
  'elm-stuff .cpcache .rebar3 docs/_build doc/_build',
  // Game engines
  'Intermediate Library/ShaderCache Library/ScriptAssemblies Library/Artifacts Library/PackageCache Library/Bee DerivedDataCache .godot/imported',
  // Infrastructure, reports, and caches by their own name
  '.terraform .terragrunt-cache .serverless .aws-sam cdk.out test-results playwright-report allure-results allure-report cypress/videos',
  'cypress/screenshots lcov-report .scannerwork .cache Library/Caches .tmp',
].flatMap(line => line.split(' '));

const rebuildableFiles =
  '.pnp.cjs .pnp.loader.mjs .coverage .coverage.* coverage.xml lcov.info .eslintcache .stylelintcache *.tsbuildinfo *.pyc *.pyo .phpunit.result.cache .php-cs-fixer.cache junit.xml junit-*.xml TEST-*.xml CMakeCache.txt *.o *.obj *.class *.beam *.gcda *.gcno *.elc *.log.tmp *.tmp .DS_Store Thumbs.db'.split(
    ' ',
  );

export const defaultRiskSettings: RiskSettings = {
  records_max: 100,
  amount_max: 1000,
  refund_max: 100,
  recipients_max: 100,
  rebuildable: [
    ...rebuildableFolders.flatMap(name => [`**/${name}`, `**/${name}/**`]),
    ...rebuildableFiles.map(name => `**/${name}`),
  ],
  production_names: ['prod', 'production', 'prd', 'live', 'stable', 'prodn'],
  internal_domains: [],
};
