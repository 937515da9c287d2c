import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countGraphemes } from '../judgement/text/shorten.ts'
import { teamCopy } from './team-copy.ts'

const NOTES: [note: string, headline: string, body: string][] = [
  ['Receipts show the tax of each line', 'Receipts show the tax of each line', ''],
  ['Fixed the total on receipts.', 'Fixed the total on receipts', ''],
  ['**Added** tax to receipts.', 'Added tax to receipts', ''],
  ['**receipts**: Added tax per line.', 'Added tax per line', ''],
  ['**@acme/receipts:** Added tax per line.', 'Added tax per line', ''],
  ['feat(receipts): add tax per line', 'Add tax per line', ''],
  ['• Added tax per line', 'Added tax per line', ''],
  ['Added tax to receipts. Receipts: tax added.', 'Added tax to receipts', ''],
  ['fix(receipts): alignment of the tax column', 'Alignment of the tax column', ''],
  ['receipts: show tax per line', 'Show tax per line', ''],
  ['Added tax per line. Thanks @maria!', 'Added tax per line', ''],
  ['Added tax per line ([#12](https://example.com/12))', 'Added tax per line', ''],
  ['Added tax per line (#12). Contributed by @maria.', 'Added tax per line', ''],
  ['See [the guide](https://example.com/g) for `tax` options', 'See the guide for `tax` options', ''],
  ['## Tax on receipts\n\nEach line shows its tax.', 'Tax on receipts', 'Each line shows its tax.'],
  [
    'Added tax.\n\n```js\nreceipt({ tax: true })\n```\n\nIt is off by default.',
    'Added tax',
    'It is off by default.',
  ],
  [
    'Added tax to receipts and to the\nmonthly summary.',
    'Added tax to receipts and to the monthly summary',
    '',
  ],
  ['Added tax to receipts\nFixed the footer', 'Added tax to receipts', 'Fixed the footer.'],
  ['fix: the footer of receipts\nfeat: tax per line', 'The footer of receipts', 'Tax per line.'],
  ['Receipts:\n- show tax\n- show discounts', 'Receipts', 'Show tax. Show discounts.'],
  [
    'One. Two is more. Three is more. Four is more. Five is more.',
    'One',
    'Two is more. Three is more. Four is more.',
  ],
  ['Added tax. The rate was wrong since #12. It is right now.', 'Added tax', 'It is right now.'],
  ['**Chores**\n\nAdded tax per line.', 'Added tax per line', ''],
  ['- **Bug Fixes**\n- Kept the footer.', 'Kept the footer', ''],
  ['Added fields:\n\n`ACME_TAX_RATE`\n`ACME_TAX_URL`\n', 'Added fields', '`ACME_TAX_RATE`, `ACME_TAX_URL`.'],
  [
    'Added fields for tax.\n\nThese are new and read at the start:\n\n`ACME_TAX_RATE`\n`ACME_TAX_URL`\n\nThey are off.',
    'Added fields for tax',
    'They are off.',
  ],
  [
    'Fixed [#1203](https://example.com/1203): the footer of receipts no longer covers the tax.',
    'The footer of receipts no longer covers the tax',
    '',
  ],
  ['Fixed [#1203](https://example.com/1203): Restored the footer.', 'Restored the footer', ''],
  ['Fixed [#1203](https://example.com/1203). The footer is whole now.', 'The footer is whole now', ''],
  ['Fixed #1203: crash on empty receipts.', 'Fix crash on empty receipts', ''],
  ['Fixed [#1203](https://example.com/1203), the footer of receipts.', 'The footer of receipts', ''],
  [
    'Fixed #1203: Fields for tax such as `rate` are no longer lost.',
    'Fields for tax such as `rate` are no longer lost',
    '',
  ],
  ['Added tax. BREAKING CHANGE: Totals hold it now.', 'Added tax', 'Totals hold it now.'],
  ['BREAKING CHANGE: totals hold tax now.', 'Totals hold tax now', ''],
  ['feature/tax-per-line', 'Tax per line', ''],
  ['Added tax. See the guide for all rates. It is off by default.', 'Added tax', 'It is off by default.'],
  ['Added tax\n\nCo-authored-by: Maria <maria@example.com>', 'Added tax', ''],
  ['Added tax.\nAdded tax.\nIt is off by default.', 'Added tax', 'It is off by default.'],
  ['Added :func:`shop.tax() <shop.receipts.tax>` for lines.', 'Added `shop.tax()` for lines', ''],
  ['Added tax, see :ref:`rates`.', 'Added tax, see `rates`', ''],
  ['"**receipts**: Added tax per line', 'Added tax per line', ''],
  [
    'Added tax by [the new rates][rates-2026] for lines. Fine.',
    'Added tax by the new rates for lines',
    'Fine.',
  ],
  ['Added tax by `the rates <https://example.com/rates>`_. Fine.', 'Added tax by the rates', 'Fine.'],
  ['Read totals[0][tax] of receipts.', 'Read totals[0][tax] of receipts', ''],
  ['read &lt;meta name=tax&gt; of receipts', 'Read `<meta name=tax>` of receipts', ''],
  ['Pass 2<sup>31</sup> events, e.g. in tests. Fine.', 'Pass 2^31 events, e.g. in tests', 'Fine.'],
]

test("the first sentence of a team's note is the headline, and the next ones follow", () => {
  for (const [note, headline, body] of NOTES) assert.deepEqual(teamCopy(note), { headline, body }, note)
})

test('a first sentence that is too long ends at a clause and is repeated in full in the body', () => {
  const note =
    'Fixed an issue where the total of a receipt was wrong, because discounts were taken off twice when two coupons had been used.'
  assert.deepEqual(teamCopy(note), {
    headline: 'Fixed an issue where the total of a receipt was wrong',
    body: note,
  })
  const list =
    'The dashboard has two new themes, Black and White, plus options for stronger colors and underlined links.'
  assert.deepEqual(teamCopy(list), {
    headline: 'The dashboard has two new themes, Black and White',
    body: list,
  })
})

test('first sentences of other notes fill the body while there is room', () => {
  const others = [
    'Fixed the footer of bills. It was cut off.',
    'Added tax.',
    'Removed the border of bills.',
    'Added a logo.',
  ]
  assert.deepEqual(teamCopy('Added tax. It is off by default.', others), {
    headline: 'Added tax',
    body: 'It is off by default. Fixed the footer of bills. Removed the border of bills.',
  })
})

const CUT: [note: string, headline: string][] = [
  [
    'Rename `getRate` to `getTaxRate`, and the list of receipts with their rates to `getAllTaxRates` for good',
    'Rename `getRate` to `getTaxRate`, and the list of receipts with their rates…',
  ],
  [
    'Totals are now read before the `print_receipt` hook is called, so hooks get whole totals instead of `None`',
    'Totals are now read before the `print_receipt` hook is called',
  ],
  [
    'Fix the types of `acme.totals.optional()`, so it no longer rejects lists of more than one total',
    'Fix the types of `acme.totals.optional()`',
  ],
  [
    'Printing receipts works again when the printer that was chosen first has been taken away',
    'Printing receipts works again when the printer that was chosen first…',
  ],
  [
    'Checking the order of lines and totals of a receipt is now performed after the hook for printing',
    'Checking the order of lines and totals of a receipt is now performed after…',
  ],
  [
    'The argument of `acme.totals()` for the rate now allows to leave out either the key or the value',
    'The argument of `acme.totals()` for the rate now allows to leave out…',
  ],
  [
    'Updates the printing of receipts so that the name of the shop is not printed twice on each of them',
    'Updates the printing of receipts so that the name of the shop is not printed…',
  ],
  [
    'Merge totals of a receipt with those of the bill, and keep all totals when no receipt is there',
    'Merge totals of a receipt with those of the bill',
  ],
  [
    'Use the parser of Acme for argument parsing of the command and remove the dependency on `args`',
    'Use the parser of Acme for argument parsing of the command',
  ],
  [
    'The time to print `receipt` and `receipts` has been significantly improved by reading less',
    'The time to print `receipt` and `receipts` has been significantly improved',
  ],
]

test('a note is shortened, then cut at a boundary, also after code and brackets', () => {
  for (const [note, headline] of CUT) assert.equal(teamCopy(note)?.headline, headline, note)
})

test('a note with only markup gives no pitch', () => {
  for (const note of [
    '',
    '   ',
    '---',
    '<!-- what changed? -->',
    '```\ncode\n```',
    '![shot](x.png)',
    '* * *',
    '**Bug Fixes**',
    'Fixed #1203.',
  ])
    assert.equal(teamCopy(note), null, note)
})

test('tags, links and mentions in a note are removed', () => {
  const hostile = [
    'Added <img src=x onerror=alert(1)> tax [here](javascript:alert(1))',
    'Added tax <script>alert(1)</script> to receipts https://evil.example/x',
    'Added tax @everyone',
    '<a href="https://evil.example">Added tax</a>',
    '[Added tax][1]\n\n[1]: https://evil.example',
  ]
  for (const note of hostile) {
    const copy = teamCopy(note)
    const written = `${copy?.headline} ${copy?.body}`.replace(/`[^`]*`/g, '')
    assert.doesNotMatch(written, /<\w|https?:|javascript:|@\w/, note)
    assert.match(written, /Added/)
  }
})

test('emoji count as one character', () => {
  const family = '👨‍👩‍👧‍👦'
  assert.equal(countGraphemes(family), 1)
  const copy = teamCopy(`Pick ${family.repeat(70)} now`)
  assert.equal(copy?.body, '')
})

test('the scope that a changelog tool sets before a line is left out', () => {
  assert.equal(
    teamCopy('*(client)* Show the intent ([#38](https://github.com/acme/app/issues/38))')?.headline,
    'Show the intent',
  )
})
