import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import { offlinePitch } from './offline.ts'

const write = (known: PullSketch) => offlinePitch(aPull(known))

test('a title that names a source file of the change, or what is in it, needs words', () => {
  const isHeld = (title: string, ...paths: string[]) =>
    write({ title, files: paths }).needsWords === 'It speaks in names of the source code.'
  assert.ok(isHeld('Show tax in CartSummary', 'src/cart/CartSummary.tsx'))
  assert.ok(isHeld('fix: round totals in cartTotals', 'app/cartTotals.test.ts'))
  assert.ok(isHeld('Show tax in Cart.vue', 'src/Cart.vue'))
  assert.ok(isHeld('fix: parse the tax of CartService.total as a number', 'lib/CartService.php'))
  assert.ok(!isHeld('Show tax in CartSummary', 'src/cart/tax.ts'))
  assert.ok(!isHeld('Show tax in `CartSummary`', 'src/cart/CartSummary.tsx'), 'code that is marked as such')
  assert.ok(!isHeld('Add the theme BlueLagoon', 'themes/BlueLagoon.css'))
  assert.ok(!isHeld('Find prices on ShopFinder.com', 'src/providers/ShopFinder.ts'))
  assert.ok(!isHeld('Sign in with GitHub', 'src/GitHub.tsx'))
  assert.ok(!isHeld('Show the FAB on tablets', 'src/FAB.tsx'))
  assert.ok(!isHeld('Build the cart with Vue.js', 'src/vue.js'))
  assert.ok(!isHeld('Show the cart', 'src/cart.ts'))
  assert.ok(!isHeld('Read limits from acme.config.ts', 'src/limits.ts'))
})

test('a title with a name that only the code has needs words, unless readers write such names themselves', () => {
  const isHeld = (title: string, ...paths: string[]) =>
    write({ title, files: paths.length > 0 ? paths : ['src/shop.ts'] }).needsWords ===
    'It speaks in names of the source code.'
  for (const title of [
    'Defer CartStoreService binding',
    'Emit hideEmail as a non-null boolean',
    'Fix isLoading of the totals',
    'Make Receipt.created_by immutable after creation',
    'Check receipts using shop.url.parse()',
    'Fix totals in CachedScopeMixin',
    'Fix TypeError when guests are added in bulk',
    'Use db.WithTx for guests',
  ])
    assert.ok(isHeld(title), title)
  for (const title of [
    'Add the option hideEmail to receipts',
    'Set the field maxRows of a receipt',
    'Show receipts on reMarkable Paper Pro',
    'Fix dark mode in WebView',
    'Find guests on LinkedIn and DuckDuckGo',
    'Ignore routes without a targetRef',
    'Launch a sign-in with ?autoLaunch=1',
    'Read prices of shop.com and ComicInfo.xml',
    'Support `hideEmail`',
    'Sync with iPhone, macOS and openSUSE',
  ])
    assert.ok(!isHeld(title), title)
  assert.ok(!isHeld('Keep the last row in useRows on error', 'packages/shop/src/rows.ts'))
  assert.ok(!isHeld('Keep maxRows after compaction', 'charts/values.yaml'))
})
