// Adds a copy button above each block of code. The page works without it.
for (const block of document.querySelectorAll('pre')) {
  const frame = document.createElement('div')
  frame.className = 'copyable'
  block.replaceWith(frame)
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', 'Copy this code')
  frame.append(button, block)
  button.addEventListener('click', async () => {
    button.textContent = (await copy(block)) ? 'Copied' : 'Press Ctrl+C'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2_000)
  })
}

/** Browsers offer the clipboard only on secure pages. Elsewhere the text is selected and copied with `execCommand`. */
async function copy(block) {
  try {
    await navigator.clipboard.writeText(block.textContent.trimEnd())
    return true
  } catch {
    getSelection().selectAllChildren(block)
    return document.execCommand('copy')
  }
}
