import type { Role } from './role.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)
const table = (entries: Partial<Record<Role, string>>): ReadonlyMap<string, Role> =>
  new Map(
    Object.entries(entries).flatMap(([role, list]) => words(list).map(word => [word, role as Role] as const)),
  )

/** Names of folders, lower-case, wherever in the path. */
export const FOLDERS = table({
  vendored: `
    vendor vendored third_party third-party thirdparty node_modules external extern bower_components pods
    carthage`,
  generated: '__generated__ generated .generated gen autogen dist pb proto-gen',
  ci: `
    .github .gitlab .circleci .buildkite .woodpecker .azure-pipelines .azuredevops .teamcity .drone
    .semaphore .evergreen .concourse ci .ci jenkins prow .jenkins .dependabot`,
  test: `
    test tests testing __tests__ __test__ spec specs e2e testdata test-data test_data testutil testutils
    test-utils test_utils test_helpers testhelpers fixtures __fixtures__ __mocks__ mocks mock mocked
    __snapshots__ snapshots cypress playwright androidtest unittest unittests unit_tests integration-tests
    integration_tests integrationtest functional_tests functionaltests acceptance test-support testsupport
    testkit testlib jstests qunit rspec smoke-test smoke-tests fuzz fuzzing fuzzers conformance testfixtures
    uitests uitest kitchen-sink sharedtest testfixture`,
  documentation: `
    docs doc documentation www-docs man manpages manual rfcs rfc adr adrs design-docs javadoc apidocs
    .changeset changelog.d wiki website-docs contributor-docs dev-docs docs-site`,
  example: `
    examples example demo demos samples sample tutorial tutorials playground playgrounds sandbox sandboxes
    cookbook quickstart showcase .storybook stories`,
  release: '.release release-tools releasenotes .changes',
  benchmark: 'bench benches benchmark benchmarks perf-tests perftest loadtest load-tests stress',
  translation: 'locale locales i18n l10n lang langs translations translation lproj po intl languages',
  tooling: `
    .vscode .idea .husky .devcontainer scripts script tools hack contrib .cargo .config .claude
    .cursor .yarn .gemini .agents .bin misc githooks .githooks .pre-commit eslint-config lint linters
    codegen playbooks .bingo .codesandbox`,
  build: `
    build cmake build-scripts buildsrc buildscripts packaging debian rpm docker dockerfiles docker-compose
    nix snap flatpak homebrew gradle bazel make terraform ansible infra infrastructure deploy deployment`,
  migration: 'migrations migrate db_migrate post_migrate migration',
  style: 'styles stylesheets scss css theme themes less',
  interface: `
    components component pages views view templates template ui screens screen widgets widget layouts layout
    frontend front-end web client webapp javascripts admin-ui dashboard storyboards composables routes`,
  asset: 'assets images img icons fonts public static media drawable res artwork',
  source: `
    src lib libs pkg internal cmd app apps core crates server packages plugins plugin modules api include
    sources`,
})

/** Whole names of files, lower-case. */
export const FILES = table({
  lockfile: `
    package-lock.json yarn.lock pnpm-lock.yaml npm-shrinkwrap.json bun.lock bun.lockb cargo.lock go.sum
    poetry.lock uv.lock pdm.lock pipfile.lock gemfile.lock composer.lock mix.lock pubspec.lock podfile.lock
    package.resolved packages.lock.json flake.lock gradle.lockfile deno.lock buf.lock conan.lock
    module.bazel.lock requirements.lock cartfile.resolved go.work.sum gopkg.lock glide.lock
    jsonnetfile.lock.json`,
  dependencies: `
    package.json go.mod go.work cargo.toml requirements.txt requirements-dev.txt pyproject.toml setup.py
    setup.cfg pipfile gemfile composer.json build.gradle build.gradle.kts pom.xml pubspec.yaml podfile
    package.swift cartfile mix.exs deps.edn project.clj build.sbt packages.config directory.packages.props
    libs.versions.toml conanfile.txt conanfile.py vcpkg.json environment.yml constraints.txt
    pnpm-workspace.yaml deno.json dependencies.gradle gopkg.toml glide.yaml jsonnetfile.json`,
  ci: `
    .travis.yml .gitlab-ci.yml azure-pipelines.yml appveyor.yml .appveyor.yml jenkinsfile
    bitbucket-pipelines.yml .drone.yml cloudbuild.yaml .cirrus.yml codecov.yml .codecov.yml codecov.yaml
    renovate.json renovate.json5 .renovaterc .renovaterc.json dependabot.yml .mergify.yml .pullapprove.yml
    wercker.yml buildspec.yml .semaphore.yml netlify.toml vercel.json danger.js dangerfile dangerfile.js
    dangerfile.ts updatecli.yaml .pre-commit-ci.yaml catalog-info.yaml sonar-project.properties
    codeclimate.yml .codeclimate.yml`,
  tooling: `
    .gitignore .gitattributes .editorconfig .npmrc .nvmrc .node-version .ruby-version .python-version
    .tool-versions .prettierrc .prettierignore .prettierrc.json .eslintrc .eslintrc.js .eslintrc.json
    .eslintrc.cjs .eslintignore eslint.config.js eslint.config.mjs eslint.config.ts .stylelintrc biome.json
    biome.jsonc .oxlintrc.json .golangci.yml .golangci.yaml .rubocop.yml .rubocop_todo.yml .flake8 .pylintrc
    mypy.ini ruff.toml .ruff.toml tox.ini noxfile.py pytest.ini .coveragerc .isort.cfg
    .pre-commit-config.yaml .lintstagedrc lefthook.yml .lefthook.yml .commitlintrc.json commitlint.config.js
    .clang-format .clang-tidy rustfmt.toml clippy.toml .rustfmt.toml deny.toml .swiftlint.yml .luacheckrc
    .luarc.json .yamllint .yamllint.yml .markdownlint.json .markdownlint.yaml .hadolint.yaml .shellcheckrc
    phpcs.xml phpcs.xml.dist phpstan.neon phpstan.neon.dist psalm.xml .php-cs-fixer.php codeowners .mailmap
    .git-blame-ignore-revs .gitmodules .dockerignore .npmignore turbo.json nx.json lerna.json tsconfig.json
    jsconfig.json jest.config.js jest.config.ts vitest.config.ts vitest.config.js playwright.config.ts
    cypress.config.ts karma.conf.js .mocharc.json .nycrc .browserslistrc .swcrc babel.config.js .babelrc
    cspell.json .cspell.json typos.toml _typos.toml knip.json knip.jsonc .envrc .env.example agents.md
    claude.md gemini.md .cursorrules .coderabbit.yaml detekt.yml lint.xml .tx detekt.yaml lint-baseline.xml
    procfile rust-toolchain rust-toolchain.toml`,
  build: `
    makefile gnumakefile justfile taskfile.yml taskfile.yaml rakefile magefile.go dockerfile containerfile
    docker-compose.yml docker-compose.yaml compose.yaml cmakelists.txt meson.build build.bazel build
    workspace module.bazel .bazelrc .bazelversion configure.ac makefile.am build.rs build.zig gulpfile.js
    gruntfile.js webpack.config.js rollup.config.js rollup.config.mjs vite.config.ts vite.config.js
    tsup.config.ts esbuild.js flake.nix default.nix shell.nix gradlew gradlew.bat gradle.properties
    settings.gradle settings.gradle.kts gradle-wrapper.properties proguard-rules.pro manifest.in
    goreleaser.yml .goreleaser.yml .goreleaser.yaml earthfile tiltfile skaffold.yaml fastfile appfile`,
  release: `
    version version.txt .version changelog changelog.md changes.md history.md news.md news.rst changes.rst
    changelog.txt release-please-config.json .release-please-manifest.json`,
  documentation: `
    readme readme.md readme.rst readme.txt contributing.md code_of_conduct.md security.md license license.md
    license.txt licence copying notice notice.md authors maintainers maintainers.md governance.md support.md
    upgrading.md upgrade.md mkdocs.yml mkdocs.yaml docusaurus.config.js book.toml owners owners_aliases
    .readthedocs.yml .readthedocs.yaml citation.cff funding.yml notice.txt contributors.md`,
})

/** Last endings, without the dot. */
export const ENDINGS = table({
  documentation: 'md mdx rst adoc asciidoc rdoc pod texi tex',
  generated: 'map',
  translation: 'po pot xliff xlf arb resx strings stringsdict ftl',
  style: 'css scss sass less styl pcss',
  interface: `
    tsx jsx vue svelte astro hbs handlebars erb haml slim ejs pug html htm cshtml razor xaml storyboard xib
    liquid twig mustache gts gjs heex tmpl`,
  asset: `
    png jpg jpeg gif svg webp avif ico icns ttf otf woff woff2 eot mp3 mp4 wav webm pdf psd sketch lottie`,
  build: `
    cmake mk bazel bzl gradle nix dockerfile spec podspec csproj vcxproj sln props targets tf pbxproj
    xcconfig xcscheme`,
  test: 'snap golden txtar approved',
  source: `
    ts mts cts js mjs cjs go rs py pyi rb php java kt kts scala swift m mm c cc cpp cxx h hh hpp hxx cs fs
    vb ex exs erl hrl clj cljs cljc lua scm pl pm r jl dart zig nim ml mli hs elm sql proto graphql gql thrift
    sh bash zsh ps1 bat groovy wasm wat asm s cu f90 sol move vim el rkt cr d`,
})
