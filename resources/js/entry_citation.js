// Offers to copy a citation of each entry of a docket sheet.
for (const sheet of document.querySelectorAll('[data-cite-before]')) {
  const { citeBefore, citeAfter } = sheet.dataset
  for (const text of sheet.querySelectorAll('tr[id] > [data-filed]')) {
    const [, number] = /^entry-(\d+)$/.exec(text.parentElement.id) ?? []
    if (!number) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'link copy-entry'
    button.setAttribute('aria-live', 'polite')
    button.setAttribute('aria-label', `Cite entry ${number}`)
    button.textContent = 'Cite'
    button.addEventListener('click', async () => {
      const filed = text.dataset.filed
      const citation = `${citeBefore}${filed ? ` ${filed}` : ''}), ECF No. ${number}${citeAfter}`
      try {
        await navigator.clipboard.writeText(citation)
        button.textContent = 'Copied'
        button.setAttribute('aria-label', `Copied the citation of entry ${number}`)
      } catch {
        // Without HTTPS or permission, the text can be selected.
        const shown = document.createElement('output')
        shown.textContent = citation
        button.replaceWith(shown)
        getSelection().selectAllChildren(shown)
      }
    })
    const documents = text.querySelector('.documents')
    if (documents) documents.before(' ', button)
    else text.append(' ', button)
  }
}
