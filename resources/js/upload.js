// Sends the files of an upload form one after the other and shows how far each
// is; without this script the form sends one file.
const form = document.querySelector('[data-upload]')
const list = form.querySelector('[data-progress]')
const input = form.querySelector('input[type=file]')
input.multiple = true

function send(file) {
  const line = list.appendChild(document.createElement('li'))
  const show = (text) => (line.textContent = `${file.name}: ${text}`)
  const body = new FormData(form)
  body.set(input.name, file)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      show(`${Math.floor((100 * loaded) / total)}%`)
    )
    request.addEventListener('loadend', () => {
      const page = new DOMParser().parseFromString(request.responseText, 'text/html')
      const problem = page.querySelector('#problems li')?.textContent
      const isReceived = request.status === 200
      show(isReceived ? 'received' : (problem ?? 'not received'))
      resolve(isReceived)
    })
    request.open('POST', form.action)
    request.send(body)
  })
}

async function sendAll(files) {
  if (!form.reportValidity()) return
  let received = true
  for (const file of files) received = (await send(file)) && received
  if (received) location.reload()
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  sendAll([...input.files])
})
form.addEventListener('dragover', (event) => event.preventDefault())
form.addEventListener('drop', (event) => {
  event.preventDefault()
  input.files = event.dataTransfer.files
  sendAll([...event.dataTransfer.files])
})
