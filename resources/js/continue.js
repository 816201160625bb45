// Sends a form when its time has come; without this script its button does.
const form = document.querySelector('[data-continue-in]')
setTimeout(() => form.requestSubmit(), Number(form.dataset.continueIn) * 1000)
