import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/** A square that moves, as Chromium records a canvas: 160 by 90 pixels, one and a half seconds. */
export const aRecording = (format: 'mp4' | 'webm'): Buffer =>
  readFileSync(new URL(`moving-square.${format}`, import.meta.url))

/** A GIF of two frames, red and blue. */
export async function anAnimation(): Promise<Buffer> {
  const frames = ['red', 'blue'].map(background =>
    sharp({ create: { width: 20, height: 10, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer()
}

/** A box of an MP4. */
export function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** The MP4 with these boxes at the end of its description. */
export function withBoxes(mp4: Buffer, ...boxes: Buffer[]): Buffer {
  const at = mp4.indexOf('moov') - 4
  const end = at + mp4.readUInt32BE(at)
  const moov = box('moov', Buffer.concat([mp4.subarray(at + 8, end), ...boxes]))
  return Buffer.concat([mp4.subarray(0, at), moov, mp4.subarray(end)])
}
