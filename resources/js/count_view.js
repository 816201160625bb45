// Counts a page view. A reload in the same tab isn't counted again.
const { label, csrf } = document.querySelector('[data-label]').dataset
const seen = `seen ${label}`

if (!sessionStorage.getItem(seen)) {
  sessionStorage.setItem(seen, '1')
  fetch('/api/rest/v4/increment-event/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(csrf && { 'x-csrf-token': csrf }) },
    body: JSON.stringify({ label }),
    credentials: csrf ? 'same-origin' : 'omit',
    keepalive: true,
  }).catch(() => {
    // Runs in the background; a lost count is acceptable.
  })
}
