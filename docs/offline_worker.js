// Search works in a worker, and a page opened from a folder may not start one. There a hidden frame does the same work.
class IFrameWorker extends EventTarget {
  constructor(url) {
    super()
    this.onmessage = null
    const start = new URL(url, location.href)
    const frame = document.createElement('iframe')
    frame.hidden = true
    document.body.appendChild(frame)
    const inside = (this.inside = frame.contentWindow)
    const load = (address) =>
      new Promise((done, failed) => {
        const script = inside.document.createElement('script')
        script.src = new URL(address, start)
        script.onload = done
        script.onerror = failed
        inside.document.body.appendChild(script)
      })
    inside.document.open()
    inside.document.write('<!doctype html><body></body>')
    inside.document.close()
    inside.importScripts = (...addresses) => addresses.reduce((before, one) => before.then(() => load(one)), Promise.resolve())
    inside.postMessage = (data) => {
      const told = new MessageEvent('message', { data })
      this.dispatchEvent(told)
      if (this.onmessage) this.onmessage(told)
    }
    this.ready = load(start)
  }

  postMessage(data) {
    this.ready.then(() => this.inside.dispatchEvent(new MessageEvent('message', { data })))
  }

  terminate() {
    this.inside.frameElement.remove()
  }
}

window.IFrameWorker = IFrameWorker
if (location.protocol === 'file:') window.Worker = IFrameWorker
