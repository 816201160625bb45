// Sends the files of an upload form one at a time, and shows their progress and
// processing status. Without this script, the form sends one file, and the page
// shows the state at load time.
const form = document.querySelector('[data-upload]')
const list = form.querySelector('[data-progress]')
const input = form.querySelector('input[type=file]')
input.multiple = true

const FOLLOW_EVERY = 2000
/** How long documents wait until the pages sent before them are processed. */
const PAGES_AT_MOST = 30_000

const pageOf = (text) => new DOMParser().parseFromString(text, 'text/html')
const isDocument = ({ name }) => /\.(pdf|zip)$/i.test(name)
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function takeOver(page) {
  const fresh = page.querySelector('[data-uploads]')
  if (fresh) document.querySelector('[data-uploads]').replaceWith(document.importNode(fresh, true))
}

let following

/** Reloads the list until all uploads in it are processed. */
const follow = () => (following ??= poll().finally(() => (following = undefined)))

async function poll() {
  while (document.querySelector('[data-uploads]').dataset.open !== '0') {
    await pause(FOLLOW_EVERY)
    if (document.visibilityState !== 'visible') continue
    const answer = await fetch(location.pathname, { redirect: 'manual' }).catch(() => undefined)
    if (answer?.type === 'opaqueredirect' || answer?.status === 403) break
    if (answer?.ok) takeOver(pageOf(await answer.text()))
  }
}

function post(file, show) {
  const body = new FormData(form)
  body.set(input.name, file)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      show(`${Math.floor((100 * loaded) / total)}%`)
    )
    request.addEventListener('loadend', () => {
      const page = pageOf(request.responseText)
      if (request.status === 200) takeOver(page)
      resolve({
        isReceived: request.status === 200,
        problem: page.querySelector('#problems li')?.textContent ?? 'not received',
      })
    })
    request.open('POST', form.action)
    request.send(body)
  })
}

async function send(file) {
  const line = list.appendChild(document.createElement('li'))
  const show = (text) => (line.textContent = `${file.name}: ${text}`)
  const { isReceived, problem } = await post(file, show)
  show(isReceived ? 'received' : problem)
  if (!isReceived) form.querySelector('details').open = true
}

async function sendAll(files) {
  if (!form.reportValidity()) return
  list.replaceChildren()
  for (const file of files.filter((one) => !isDocument(one))) await send(file)
  const documents = files.filter(isDocument)
  if (documents.length) await Promise.race([follow(), pause(PAGES_AT_MOST)])
  for (const file of documents) await send(file)
  form.reset()
  follow()
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
follow()
