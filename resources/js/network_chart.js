// Networks: highlights the links of the decision under the pointer or with focus,
// and zooms. The charts and their links also work without this script.
const ZOOM = 1.4
const MAX_ZOOM = 6

for (const figure of document.querySelectorAll('[data-network]')) {
  const plot = figure.querySelector('.network-plot')
  highlightLinks(plot)
  addZoom(figure, plot)
}

function highlightLinks(plot) {
  const show = (id) => {
    plot.classList.toggle('has-active', id !== undefined)
    const near = new Set([id])
    for (const link of plot.querySelectorAll('.network-link')) {
      const { citing, cited } = link.dataset
      const active = citing === id || cited === id
      link.classList.toggle('is-active', active)
      if (active) near.add(citing).add(cited)
    }
    for (const node of plot.querySelectorAll('.network-node'))
      node.classList.toggle('is-near', near.has(node.dataset.id))
  }
  for (const node of plot.querySelectorAll('.network-node')) {
    for (const event of ['pointerenter', 'focus'])
      node.addEventListener(event, () => show(node.dataset.id))
    for (const event of ['pointerleave', 'blur']) node.addEventListener(event, () => show())
  }
}

function addZoom(figure, plot) {
  const { width } = plot.getBoundingClientRect()
  let zoom = 1
  const set = (value) => {
    zoom = Math.min(Math.max(value, 1), MAX_ZOOM)
    plot.setAttribute('width', Math.round(width * zoom))
    plot.classList.toggle('is-zoomed', zoom > 1)
    for (const [button, limit] of [
      [nearer, MAX_ZOOM],
      [farther, 1],
    ])
      button.disabled = zoom === limit
  }
  const [nearer, farther] = figure.querySelectorAll('[data-zoom]')
  nearer.addEventListener('click', () => set(zoom * ZOOM))
  farther.addEventListener('click', () => set(zoom / ZOOM))
  figure.querySelector('.network-zoom').hidden = false
}
