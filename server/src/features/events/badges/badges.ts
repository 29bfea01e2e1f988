import type { BadgeSize } from '#contract/events/limits.ts';
import type { Paper } from '#contract/schools/paper.ts';
import type { PdfBlock, PdfDocument } from '../../../kernel/documents/pdf-content.ts';

/** The person on a badge. */
export interface Badge {
  readonly name: string;
  /** The person who brought this guest. */
  readonly guestOf: string | null;
  /** The ticket type. */
  readonly kind: string | null;
  /** The text of the QR code. */
  readonly code: string | null;
}

/** In points: heights of a badge and of its name, and the width of its QR code. Two badges are next to each other. */
const looks = {
  small: { height: 144, name: 20, code: 62 },
  large: { height: 225, name: 26, code: 92 },
} as const satisfies Record<BadgeSize, unknown>;

/** Longer names are smaller, so that they need at most two lines. */
const nameSize = (name: string, size: number): number =>
  name.length > 34 ? size * 0.62 : name.length > 22 ? size * 0.78 : size;

/** The text before the name of a guest's host. */
const guestWords: Readonly<Record<string, (name: string) => string>> = {
  en: (name) => `Guest of ${name}`,
  de: (name) => `Gast von ${name}`,
  ar: (name) => `ضيف ${name}`,
};

/** Returns a sheet of badges in the chosen paper and size, with the school's name. */
export const badgesDocument = (
  badges: readonly Badge[],
  {
    event,
    school,
    language,
    size,
    paper,
    now,
  }: {
    event: string;
    school: string;
    language: string;
    size: BadgeSize;
    paper: Paper;
    now: Date;
  },
): PdfDocument => {
  const look = looks[size];
  const guest = guestWords[language.slice(0, 2)] ?? guestWords['en'];
  const cell = ({ name, guestOf, kind, code }: Badge): readonly PdfBlock[] => {
    const line =
      guestOf === null ? kind : [guest?.(guestOf), kind].filter((one) => one !== null).join(' · ');
    const text: PdfBlock[] = [
      { kind: 'text', text: school, size: 8, muted: true },
      { kind: 'space', height: 6 },
      { kind: 'text', text: name, size: nameSize(name, look.name), bold: true },
      ...(line === null ? [] : [{ kind: 'text' as const, text: line, size: 10 }]),
      { kind: 'space', height: 6 },
      { kind: 'text', text: event, size: 9, muted: true },
    ];
    return code === null
      ? text
      : [
          {
            kind: 'columns',
            items: [
              { share: 1, content: text },
              { width: look.code, content: [{ kind: 'qr', text: code, size: look.code }] },
            ],
          },
        ];
  };
  return {
    title: event,
    author: school,
    language,
    createdAt: now,
    paper,
    margin: 28,
    footer: null,
    content: [{ kind: 'grid', columns: 2, height: look.height, cells: badges.map(cell) }],
  };
};
