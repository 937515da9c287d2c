import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileRole } from './file-role.ts'
import { roleOf } from './file-role.ts'

const PATHS: Partial<Record<FileRole, string>> = {
  ci: `.github/workflows/release.yml .gitlab-ci.yml .circleci/config.yml Jenkinsfile renovate.json .github/dependabot.yml azure-pipelines.yml codecov.yml`,
  test: `src/cart.test.ts pkg/router/router_test.go tests/test_login.py spec/models/user_spec.rb app/src/test/java/com/acme/CartTest.java
    src/__tests__/menu.tsx e2e/login.ts internal/parse/testdata/big.json tests/Unit/OrderTest.php crates/core/tests/walk.rs Sources/AppTests/CartTests.swift
    src/__snapshots__/menu.snap conftest.py test/unit/foo.cc cypress/support/commands.js src/cart.spec.tsx t/basic.t app/src/androidTest/kotlin/HomeTest.kt`,
  documentation: `README.md docs/guide/start.mdx CONTRIBUTING.md man/tool.1.md docs/images/arrow.png LICENSE LICENSE-MIT CODE_OF_CONDUCT.md docs/conf.py
    docs/usage.txt NOTICE-web.txt README.txt`,
  example: `examples/basic/index.js samples/hello.go demo/app.py playground/main.ts src/button.stories.tsx .storybook/main.ts`,
  lockfile: `package-lock.json yarn.lock pnpm-lock.yaml Cargo.lock go.sum poetry.lock Gemfile.lock composer.lock ios/Podfile.lock`,
  dependencies: `package.json go.mod Cargo.toml requirements-dev.txt Gemfile composer.json pom.xml build.gradle.kts Directory.Packages.props acme.gemspec`,
  vendored: `vendor/github.com/pkg/errors/errors.go third_party/zlib/inflate.c`,
  generated: `api/v1/service.pb.go src/__generated__/schema.ts proto/user_pb2.py dist/app.js public/app.min.js pkg/apis/zz_generated.deepcopy.go`,
  translation: `locales/de.json config/locales/client.fr.yml app/src/main/res/values-de/strings.xml po/es.po i18n/ja.ts App/en.lproj/Main.strings`,
  tooling: `.eslintrc.js .golangci.yml scripts/setup.sh .vscode/settings.json tsconfig.base.json .pre-commit-config.yaml biome.json .gitignore CODEOWNERS jest.config.ts
    .codesandbox/ci.json rust-toolchain.toml .go-version .acmerc.js`,
  build: `Makefile Dockerfile docker-compose.yml CMakeLists.txt rollup.config.js .goreleaser.yml flake.nix docker/app.dockerfile`,
  benchmark: `benches/parse.rs bench/main.js pkg/index_bench.go`,
  release: `CHANGELOG.md VERSION .release-please-manifest.json`,
  style: `app/assets/stylesheets/menu.scss src/button.module.css`,
  interface: `src/components/menu.tsx app/views/orders/show.html.erb src/App.vue templates/repo/home.tmpl resources/views/cart.blade.php ios/Main.storyboard lib/screens/home.dart templates/shell.txt`,
  asset: `assets/logo.svg static/fonts/inter.woff2`,
  migration: `db/migrate/20260101_add_users.rb src/migrations/0007-orders.ts`,
  source: `src/cart.ts cmd/serve/main.go lib/parser.rb app/models/user.rb crates/core/src/lib.rs synapse/handlers/room.py src/main/java/com/acme/Cart.java
    include/acme/tree.hpp src/build/bundle.ts packages/core/src/tools/inspect.ts tooling/cli/src/main.rs internal/scripts/run.go packages/ai/src/telemetry-integration.ts api/openapi.proto`,
}

function areAll(role: FileRole, paths: readonly string[]): void {
  for (const path of paths) assert.equal(roleOf(path), role, path)
}

for (const [role, paths] of Object.entries(PATHS))
  for (const path of paths.trim().split(/\s+/))
    test(`${path} is ${role}`, () => assert.equal(roleOf(path), role))

test('a marker matches only whole words', () => {
  areAll('source', ['src/latest.ts', 'src/contest.go', 'src/inspect.rb', 'lib/attestation.py'])
})

test('published test helpers are product code; their own tests are not', () => {
  areAll('source', [
    'packages/testing/src/playwright/page.ts',
    'src/testing/mocked-link.ts',
    'lib/acme/testing/clock.rb',
    'lib/mock/mock-agent.js',
  ])
  areAll('test', [
    'packages/testing/src/__tests__/page.ts',
    'src/testing/link.test.ts',
    'testing/test_collection.py',
  ])
})

test('“web” and “client” mean a user interface only near the root and in browser languages', () => {
  assert.equal(roleOf('client/menu.tsx'), 'interface')
  assert.equal(roleOf('web/src/menu.js'), 'interface')
  areAll('source', ['lib/web/fetch/request.js', 'client/v3/lease.go'])
})

test('an unknown file type is other', () => assert.equal(roleOf('charts/values.yaml'), 'other'))
