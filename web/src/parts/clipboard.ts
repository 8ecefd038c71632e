// Copying to the clipboard, also where the browser offers no clipboard: a page over plain http has no `navigator.clipboard`.

/** Copy the text; return whether the clipboard really has it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Copy by a selected field and the browser's own copy command. It works without a secure context, but only after a click. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true // no keyboard comes up on a phone
  field.className = 'unseen'
  let done = false
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    done = event.clipboardData !== null
  }
  // What lies outside an open modal dialog is inert and cannot be selected.
  const parent = focused?.closest('dialog') ?? document.body
  parent.append(field)
  field.addEventListener('copy', put)
  field.select()
  try {
    return document.execCommand('copy') && done
  } catch {
    return false
  } finally {
    field.remove()
    focused?.focus()
  }
}
