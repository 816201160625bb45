// Copies the value of the field a button names, and says so.
for (const button of document.querySelectorAll('[data-copy]')) {
  const field = document.getElementById(button.dataset.copy)
  button.addEventListener('click', async () => {
    field.select()
    try {
      await navigator.clipboard.writeText(field.value)
      button.textContent = 'Copied'
    } catch {
      // Without permission the text is selected, ready to be copied by hand.
      button.textContent = 'Selected'
    }
  })
}
