// Enhances a page that works without it: the real address in the examples, copy buttons, a filter, the current section.

for (const code of document.querySelectorAll('pre code')) {
  code.textContent = code.textContent.replaceAll('$URL', location.origin)
}

for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const text = button.closest('figure').querySelector('code').textContent
    button.textContent = (await copy(text)) ? 'Copied' : 'Press Ctrl+C'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // The clipboard API is blocked on plain http, so fall back to the old way.
    const area = Object.assign(document.createElement('textarea'), { value: text, className: 'offscreen' })
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}

const links = [...document.querySelectorAll('nav section a')]

const filter = document.querySelector('.filter')
filter.hidden = false
filter.firstElementChild.addEventListener('input', (event) => {
  const words = event.target.value.toLowerCase().split(/\s+/)
  for (const link of links) {
    const text = `${link.textContent} ${link.title} ${link.hash}`.toLowerCase()
    link.parentElement.hidden = !words.every((word) => text.includes(word))
  }
  for (const group of document.querySelectorAll('nav section')) {
    group.hidden = !group.querySelector('li:not([hidden])')
  }
})

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      for (const link of links) {
        if (link.hash === `#${target.id}`) link.setAttribute('aria-current', 'true')
        else link.removeAttribute('aria-current')
      }
    }
  },
  { rootMargin: '-15% 0px -75% 0px' },
)
for (const article of document.querySelectorAll('article')) observer.observe(article)
