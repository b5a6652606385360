const form = document.querySelector('form')
const problem = form.querySelector('.problem')
const button = form.querySelector('button')
const token = new URLSearchParams(location.search).get('token') ?? ''
// The token is worth an account: it should not stay in the history of the browser.
history.replaceState(null, '', location.pathname)

if (token === '') show('Open the whole link that the server printed when it started: it holds the set-up token.')

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  problem.hidden = true
  button.disabled = true
  try {
    const entered = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''))
    const response = await fetch('/api/v2/setup', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...entered, token }),
    })
    if (response.ok) location.assign('/')
    else show((await response.json()).message)
  } catch {
    show('The server does not answer. Nothing was created; try again.')
  } finally {
    button.disabled = false
  }
})

function show(text) {
  problem.textContent = text
  problem.hidden = false
}
