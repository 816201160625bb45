// The position in a recording as a URL fragment: `#t=90` or `#t=1:30` (Media Fragments URI 1.0).
const player = document.querySelector('[data-player]')
const audio = player.querySelector('audio')
const link = player.querySelector('[data-position]')

function positionIn(hash) {
  const parts = /^#t=((?:\d+:){0,2}\d+(?:\.\d+)?)$/.exec(hash)?.[1].split(':')
  return parts?.reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

function goTo(hash) {
  const position = positionIn(hash)
  if (position === undefined) return
  const go = () => (audio.currentTime = position)
  if (audio.readyState) go()
  else audio.addEventListener('loadedmetadata', go, { once: true })
}

function showPosition() {
  link.hash = `#t=${Math.floor(audio.currentTime)}`
}

addEventListener('hashchange', () => goTo(location.hash))
audio.addEventListener('timeupdate', showPosition)
for (const event of ['pause', 'seeked'])
  audio.addEventListener(event, () => {
    showPosition()
    history.replaceState(null, '', link.hash)
  })
for (const button of player.querySelectorAll('[data-skip]'))
  button.addEventListener('click', () => (audio.currentTime += Number(button.dataset.skip)))
player.querySelector('[data-speed]').addEventListener('change', (event) => {
  audio.playbackRate = Number(event.target.value)
})
player.querySelector('.player-controls').hidden = false
goTo(location.hash)
