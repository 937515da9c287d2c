import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breaksOff, standsFor } from './broken-off.ts'

test('a headline that ends before its verb breaks off, and so does one that tells how things were', () => {
  for (const headline of [
    'All details of a receipt but the rate in `tax` and the name in `customer`…',
    'If a receipt that was printed in another country has a field called `rate`…',
    'Previously receipts had a field for each rate',
    'The issue was caused by the footer',
  ])
    assert.equal(breaksOff(headline), true, headline)
})

test('a headline that has its verb is whole enough, ellipsis or not', () => {
  for (const headline of [
    'All details of a receipt',
    'Receipts are now printed with the rate of the country that they were sent from…',
    'Receipts no longer show rates of zero when the country is not known…',
    'Fixed the rate of receipts that were printed in another country with a name…',
    'When a receipt is printed, its rate is now that of the country that it came…',
    'When a receipt is printed, show the rate of the country that it came from…',
    'Automatically print the rate of the country that the receipt was sent from…',
  ])
    assert.equal(breaksOff(headline), false, headline)
})

test('a title stands for a note where it says the same as an order', () => {
  const note = 'All details of a receipt but the rate have been removed from the footer of receipts.'
  assert.equal(standsFor('Remove details from the footer', note), true)
  for (const title of [
    'Details of the footer',
    'Tidy the numbers of pages',
    'Remove 3 details from the footer',
    'Remove details from the footer of…',
    'Details should be removed',
  ])
    assert.equal(standsFor(title, note), false, title)
})

test('a title that says removed does not stand for a note that says deprecated', () => {
  const note = 'The field `rate` of a receipt, and those of its lines, are deprecated and will be removed.'
  assert.equal(standsFor('Remove the fields of a receipt', note), false)
  assert.equal(standsFor('Deprecate fields of a receipt', note), true)
})
