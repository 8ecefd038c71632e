// Six short synthesised sounds, off until they are switched on.
import { prefs } from '../state/prefs.svelte'

type Sound = 'card' | 'coin' | 'turn' | 'pair' | 'win' | 'no'

let context: AudioContext | null = null

function tone(frequency: number, start: number, length: number, volume: number, type: OscillatorType = 'sine'): void {
  const audio = context!
  const at = audio.currentTime + start
  const voice = audio.createOscillator()
  const gain = audio.createGain()
  voice.type = type
  voice.frequency.value = frequency
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(volume, at + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  voice.connect(gain).connect(audio.destination)
  voice.start(at)
  voice.stop(at + length + 0.02)
}

/** A card on felt is a breath of noise through a narrow filter. */
function brush(): void {
  const audio = context!
  const buffer = audio.createBuffer(1, audio.sampleRate * 0.09, audio.sampleRate)
  const data = buffer.getChannelData(0)
  for (let k = 0; k < data.length; k++) data[k] = (Math.random() * 2 - 1) * (1 - k / data.length) ** 2
  const noise = audio.createBufferSource()
  const filter = audio.createBiquadFilter()
  const gain = audio.createGain()
  noise.buffer = buffer
  filter.type = 'bandpass'
  filter.frequency.value = 2400
  gain.gain.value = 0.16
  noise.connect(filter).connect(gain).connect(audio.destination)
  noise.start()
}

export function play(sound: Sound): void {
  if (!prefs.sound || document.hidden) return
  context ??= new AudioContext()
  void context.resume()
  if (sound === 'card') brush()
  else if (sound === 'coin') [1870, 2490].forEach((f, k) => tone(f, k * 0.05, 0.16, 0.05, 'triangle'))
  else if (sound === 'turn') [523, 784].forEach((f, k) => tone(f, k * 0.09, 0.3, 0.07))
  else if (sound === 'pair') [330, 247].forEach((f, k) => tone(f, k * 0.1, 0.35, 0.08, 'triangle'))
  else if (sound === 'win') [523, 659, 784, 1047].forEach((f, k) => tone(f, k * 0.11, 0.5, 0.07))
  else tone(160, 0, 0.18, 0.08, 'triangle')
}
