/** Saves text or bytes as a file download. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // By then, the browser has started to save it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Saves base64 data from a call as a file download. */
export function saveBase64(name: string, base64: string, type: string): void {
  saveFile(
    name,
    Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
    type,
  );
}
