// Submits a form at a set time. Without this script, the user clicks its button.
const form = document.querySelector('[data-continue-in]')
setTimeout(() => form.requestSubmit(), Number(form.dataset.continueIn) * 1000)
