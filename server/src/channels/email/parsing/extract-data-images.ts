import { limits } from './parsed-mail.ts';
import type { FoundFile } from './select-body.ts';

/**
 * Takes the pictures that are written into HTML as `data:image/…;base64,…` out of it, so that they travel like every
 * other inline picture: as a file that `cid:` refers to. One pass.
 */
export function extractDataImages(html: string, firstOrdinal = 1): { html: string; images: FoundFile[] } {
  if (!html.includes(dataImage)) return { html, images: [] };
  const pieces: string[] = [];
  const images = new Map<string, FoundFile>();
  let keptTo = 0;
  for (let at = html.indexOf(dataImage); at !== -1; at = html.indexOf(dataImage, at + dataImage.length)) {
    encodedImage.lastIndex = at;
    const [whole, type = '', base64 = ''] = encodedImage.exec(html) ?? [];
    if (whole === undefined || (images.size >= limits.dataImagesMax && !images.has(base64))) continue;
    const image = images.get(base64) ?? toFile(type.toLowerCase(), base64, firstOrdinal + images.size);
    images.set(base64, image);
    pieces.push(html.slice(keptTo, at), `cid:${image.contentId}`);
    keptTo = at + whole.length;
  }
  return { html: pieces.join('') + html.slice(keptTo), images: [...images.values()] };
}

const dataImage = 'data:image/';
const encodedImage = /data:image\/(png|jpe?g|gif|webp|bmp);base64,([A-Za-z0-9+/=]+)/iy;

function toFile(type: string, base64: string, ordinal: number): FoundFile {
  const subtype = type === 'jpg' ? 'jpeg' : type;
  const bytes = Buffer.allocUnsafeSlow(Math.ceil((base64.length * 3) / 4));
  const length = bytes.write(base64, 'base64');
  const extension = subtype === 'jpeg' ? 'jpg' : subtype;
  return {
    name: `image-${ordinal}.${extension}`,
    contentType: `image/${subtype}`,
    bytes: length === bytes.length ? bytes : Buffer.from(new Uint8Array(bytes.subarray(0, length)).buffer),
    contentId: `embedded-${ordinal}`,
  };
}
