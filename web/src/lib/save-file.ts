/** Saves text or bytes as a file download. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // By then, the browser has started to save it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Decodes base64 data. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Saves base64 data from a call as a file download. */
export function saveBase64(name: string, base64: string, type: string): void {
  saveFile(name, bytesOf(base64), type);
}

/** Saves an export of personal data as a JSON file. */
export const saveOwnData = (data: { madeAt: string }): void =>
  saveFile(
    `my-data-${data.madeAt.slice(0, 10)}.json`,
    JSON.stringify(data, null, 2),
    'application/json',
  );
