// Before the first paint, so that a dark room stays dark: the chosen theme, or the one of the system.
const chosen = localStorage.getItem('mantine-color-scheme-value')
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'

// The bar of the browser or of the installed app has the colour of the page, also when somebody changes the theme.
const colourBar = () => {
  const colour = document.documentElement.dataset.mantineColorScheme === 'dark' ? '#242424' : '#ffffff'
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = colour
}
colourBar()
new MutationObserver(colourBar).observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
