import { extractText, getDocumentProxy } from 'unpdf';

/** Returns the text of each PDF page, as PDF.js reads it. */
export const pdfPages = async (bytes: Uint8Array): Promise<string[]> => {
  const { text } = await extractText(
    await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }),
    { mergePages: false },
  );
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
};
