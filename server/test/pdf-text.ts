import { extractText, getDocumentProxy } from 'unpdf';

/** What another program (PDF.js) reads of a PDF: the text of each page. */
export const pdfPages = async (bytes: Uint8Array): Promise<string[]> => {
  const { text } = await extractText(
    await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }),
    { mergePages: false },
  );
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
};
