/** Puts a text on the clipboard. The modern way exists only on safe origins, and labs do use plain HTTP. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.style.position = 'fixed'
    field.style.opacity = '0'
    document.body.append(field)
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    return isCopied
  }
}
