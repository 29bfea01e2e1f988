/* What a PDF is made of: plain data, so that it can be drawn in another thread (pdf.ts). */

/** Text and its looks. `muted`: gray. Lines break at words; a line break in the text starts a new line. */
export interface PdfText {
  readonly kind: 'text';
  readonly text: string;
  /** In points; 10 unless said. */
  readonly size?: number;
  readonly bold?: boolean;
  readonly muted?: boolean;
  readonly align?: 'start' | 'center' | 'end';
}

/** A label with its value below, several side by side. */
export interface PdfFacts {
  readonly kind: 'facts';
  readonly items: readonly { readonly label: string; readonly value: string }[];
}

export interface PdfTable {
  readonly kind: 'table';
  /** `share`: of the width, against the other columns. Figures align at the end. */
  readonly columns: readonly {
    readonly title: string;
    readonly share: number;
    readonly align?: 'start' | 'end';
  }[];
  /** Bold rows are headings of the rows below and are never left alone at the foot of a page. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly bold?: boolean }[];
}

/** Blocks side by side. */
export interface PdfColumns {
  readonly kind: 'columns';
  /** `share`: of the width that blocks with a fixed `width` (points) leave. */
  readonly items: readonly {
    readonly share?: number;
    readonly width?: number;
    readonly content: readonly PdfBlock[];
  }[];
}

/** Cells of one size, filling pages row by row; for name badges and labels. */
export interface PdfGrid {
  readonly kind: 'grid';
  readonly columns: number;
  /** In points. */
  readonly height: number;
  readonly cells: readonly (readonly PdfBlock[])[];
}

/** A PNG or JPEG picture of that width in points; its height follows. */
export interface PdfPicture {
  readonly kind: 'picture';
  readonly bytes: Uint8Array;
  readonly type: 'png' | 'jpeg';
  readonly width: number;
}

/** A QR code of a text, `size` points wide. */
export interface PdfQrCode {
  readonly kind: 'qr';
  readonly text: string;
  readonly size: number;
}

/** A line across. `strong`: thicker and black. */
export interface PdfRule {
  readonly kind: 'rule';
  readonly strong?: boolean;
}

/** Empty height in points. */
export interface PdfSpace {
  readonly kind: 'space';
  readonly height: number;
}

/** Blocks that stay on one page. `atFoot`: at the lower edge of the page they fall on. */
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

/** A whole document, black on white. */
export interface PdfDocument {
  /** Of the file, as readers show it in their title bar. */
  readonly title: string;
  /** Who issues it, such as the school's name. */
  readonly author: string;
  /** BCP 47, such as `en` or `ar`; decides the direction in which it is read. */
  readonly language: string;
  readonly createdAt: Date;
  readonly paper: 'A4' | 'LETTER';
  /** Width of the white edge in points; 54 unless said. */
  readonly margin?: number;
  /** At the foot of each page, beside the page number; null for neither. */
  readonly footer: string | null;
  readonly content: readonly PdfBlock[];
}
