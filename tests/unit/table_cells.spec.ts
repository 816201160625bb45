/** Labels of table cells. */
import { test } from '@japa/runner'
import { labelCells } from '#app/web/table_cells'

test.group('table cells', () => {
  test('have the heading of their column as a label, unless it is hidden', ({ assert }) => {
    assert.equal(
      labelCells(
        '<tr><th scope="row">a</th><td class="number">1</td><td>x</td></tr><tr><th>b</th><td>2</td><td>y</td></tr>',
        ['Name', { label: 'Hits & misses' }, { label: 'Actions', hidden: true }]
      ),
      '<tr><th scope="row">a</th><td data-label="Hits &amp; misses" class="number">1</td><td>x</td></tr>' +
        '<tr><th>b</th><td data-label="Hits &amp; misses">2</td><td>y</td></tr>'
    )
  })

  test('have the right label after a cell that spans columns', ({ assert }) => {
    assert.equal(
      labelCells('<tr><th colspan="2">Total</th><td>3</td></tr>', ['Name', 'Kind', 'Hits']),
      '<tr><th colspan="2">Total</th><td data-label="Hits">3</td></tr>'
    )
  })

  test('keep nested tables, and attributes with angle brackets', ({ assert }) => {
    const inner = '<table><tr><td>inner</td></tr></table>'
    assert.equal(
      labelCells(`<tr><td title="a > b">${inner}</td><td>2</td></tr>`, ['First', 'Second']),
      `<tr><td data-label="First" title="a > b">${inner}</td><td data-label="Second">2</td></tr>`
    )
  })

  test('are empty if they contain only whitespace', ({ assert }) => {
    assert.equal(
      labelCells('<tr><td>\n  </td><td> x </td></tr>', ['First', 'Second']),
      '<tr><td data-label="First"></td><td data-label="Second"> x </td></tr>'
    )
  })
})
