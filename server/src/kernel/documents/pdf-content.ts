/* The content of a PDF as plain data, so that it can be drawn in another thread (pdf.ts). */

/** Styled text. `muted` is gray. Lines break at words, and a line break in the text starts a new line. */
export interface PdfText {
  readonly kind: 'text';
  readonly text: string;
  /** Size in points; 10 by default. */
  readonly size?: number;
  readonly bold?: boolean;
  readonly muted?: boolean;
  readonly align?: 'start' | 'center' | 'end';
}

/** Labels with their values below, next to each other. */
export interface PdfFacts {
  readonly kind: 'facts';
  readonly items: readonly { readonly label: string; readonly value: string }[];
}

export interface PdfTable {
  readonly kind: 'table';
  /** `share` is the column's part of the width, relative to the other columns. Numbers align at the end. */
  readonly columns: readonly {
    readonly title: string;
    readonly share: number;
    readonly align?: 'start' | 'end';
  }[];
  /** A bold row is a heading of the rows below. It is never the last row on a page. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly bold?: boolean }[];
}

/** Blocks next to each other. */
export interface PdfColumns {
  readonly kind: 'columns';
  /** `share` is the block's part of the width that blocks with a fixed `width` (in points) leave. */
  readonly items: readonly {
    readonly share?: number;
    readonly width?: number;
    readonly content: readonly PdfBlock[];
  }[];
}

/** Cells of equal size, row by row, for name badges and labels. */
export interface PdfGrid {
  readonly kind: 'grid';
  readonly columns: number;
  /** Height in points. */
  readonly height: number;
  readonly cells: readonly (readonly PdfBlock[])[];
}

/** A PNG or JPEG picture with a width in points. Its height is proportional. */
export interface PdfPicture {
  readonly kind: 'picture';
  readonly bytes: Uint8Array;
  readonly type: 'png' | 'jpeg';
  readonly width: number;
}

/** A QR code of a text, with `size` in points. */
export interface PdfQrCode {
  readonly kind: 'qr';
  readonly text: string;
  readonly size: number;
}

/** A horizontal line. `strong` is thicker and black. */
export interface PdfRule {
  readonly kind: 'rule';
  readonly strong?: boolean;
}

/** Vertical space in points. */
export interface PdfSpace {
  readonly kind: 'space';
  readonly height: number;
}

/** Blocks that stay on one page. `atFoot`: at the bottom of their page. */
export interface PdfTogether {
  readonly kind: 'together';
  readonly content: readonly PdfBlock[];
  readonly atFoot?: boolean;
}

export type PdfBlock =
  | PdfText
  | PdfFacts
  | PdfTable
  | PdfColumns
  | PdfGrid
  | PdfPicture
  | PdfQrCode
  | PdfRule
  | PdfSpace
  | PdfTogether;

/** A black and white document. */
export interface PdfDocument {
  /** Title of the file, which readers show in their title bar. */
  readonly title: string;
  /** The issuer, such as the school's name. */
  readonly author: string;
  /** BCP 47 language, such as `en` or `ar`. It determines the direction of the text. */
  readonly language: string;
  readonly createdAt: Date;
  readonly paper: 'A4' | 'LETTER';
  /** Page margin in points; 54 by default. */
  readonly margin?: number;
  /** Text at the bottom of each page, next to the page number. Null for neither. */
  readonly footer: string | null;
  readonly content: readonly PdfBlock[];
}
