// Copies the value of the field that a button names, and confirms it.
for (const button of document.querySelectorAll('[data-copy]')) {
  const field = document.getElementById(button.dataset.copy)
  button.addEventListener('click', async () => {
    field.select()
    try {
      await navigator.clipboard.writeText(field.value)
      button.textContent = 'Copied'
    } catch {
      // Without permission, the text is selected, so the user can copy it.
      button.textContent = 'Selected'
    }
  })
}

// Code blocks in the documentation have no field: each block gets a button.
for (const code of document.querySelectorAll('[data-copy-code] pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy-code'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent.trimEnd())
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(code)
      button.textContent = 'Selected'
    }
  })
  code.after(button)
}
