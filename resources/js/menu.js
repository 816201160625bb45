// Closes the account menu of small screens when the focus leaves it or the window becomes wide.
const menu = document.getElementById('side')

if (menu?.hidePopover) {
  const close = () => menu.matches(':popover-open') && menu.hidePopover()
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget)) close()
  })
  matchMedia('(min-width: 48rem)').addEventListener('change', ({ matches }) => matches && close())
}
