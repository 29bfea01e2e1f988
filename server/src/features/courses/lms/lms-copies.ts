import type { Scope } from '../../../kernel/context.ts';
import type {
  LmsAnnouncement,
  LmsContent,
  LmsCourse,
  LmsItem,
  LmsKindOfContent,
  LmsLink,
  LmsPart,
  LmsQuiz,
  LmsWork,
} from './connector.ts';
import { uniqueById } from './json-reading.ts';
import type { CopyRow } from './lms.queries.ts';

type Sealer = Pick<Scope, 'tokens'> & { readonly school: { readonly school_id: number } };

const copyContext = (user: number, resource: string) => `lms:copy:${user}:${resource}`;
const titleContext = (user: number) => `lms:due:${user}`;

export const encryptCopy = (
  { tokens, school }: Sealer,
  user: number,
  resource: string,
  content: unknown,
): string =>
  tokens.encryptFor(school.school_id, copyContext(user, resource), JSON.stringify(content));

export const encryptTitle = ({ tokens, school }: Sealer, user: number, title: string): string =>
  tokens.encryptFor(school.school_id, titleContext(user), title);

export const decryptTitle = (
  { tokens, school }: Sealer,
  user: number,
  title: string,
): string | null => tokens.decryptFor(school.school_id, titleContext(user), title);

/** Decrypted copies of a person. If a copy can't be decrypted because the installation's secret has changed, it counts as never synced. */
export class LmsCopies {
  private readonly contents: ReadonlyMap<string, unknown>;
  private readonly marks: ReadonlyMap<string, readonly string[]>;

  constructor({ tokens, school }: Sealer, user: number, rows: readonly CopyRow[]) {
    const contents = new Map<string, unknown>();
    const marks = new Map<string, readonly string[]>();
    for (const { resource, etags, content } of rows) {
      const opened = tokens.decryptFor(school.school_id, copyContext(user, resource), content);
      if (opened === null) continue;
      contents.set(resource, JSON.parse(opened));
      marks.set(resource, etags);
    }
    this.contents = contents;
    this.marks = marks;
  }

  private get<K extends LmsKindOfContent>(kind: K, course?: string): LmsContent[K] | null {
    // `encryptCopy` wrote it with the content of this kind.
    return (this.contents.get(resourceOf(kind, course)) as LmsContent[K] | undefined) ?? null;
  }

  etags(kind: LmsKindOfContent, course?: string): readonly string[] {
    return this.marks.get(resourceOf(kind, course)) ?? [];
  }

  courses(): readonly LmsCourse[] | null {
    return this.get('courses');
  }
  announcements(): readonly LmsAnnouncement[] | null {
    return this.get('announcements');
  }
  work(course: string): LmsWork | null {
    return this.get('work', course);
  }
  quizzes(course: string): readonly LmsQuiz[] | null {
    return this.get('quizzes', course);
  }
  links(course: string): readonly LmsLink[] {
    return this.get('links', course) ?? [];
  }
}

export const resourceOf = (kind: LmsKindOfContent, course?: string): string =>
  course === undefined ? kind : `${kind}:${course}`;

/** Work with the details of quizzes, including quizzes that aren't assignments, such as practice quizzes. */
export interface WorkWithQuizzes {
  readonly parts: readonly LmsPart[];
  readonly items: readonly (LmsItem & Pick<LmsQuiz, 'minutes' | 'attempts'>)[];
}

export const wholeWork = (
  work: LmsWork | null,
  quizzes: readonly LmsQuiz[] | null,
): WorkWithQuizzes => {
  const byId = new Map((quizzes ?? []).map((quiz) => [quiz.id, quiz]));
  const items = uniqueById(work?.items ?? []).map((item) => {
    const quiz = item.quiz === null ? undefined : byId.get(item.quiz);
    if (quiz !== undefined) byId.delete(quiz.id);
    return { ...item, minutes: quiz?.minutes ?? null, attempts: quiz?.attempts ?? null };
  });
  const alone = [...byId.values()].map((quiz) => ({
    id: `quiz-${quiz.id}`,
    part: null,
    kind: 'quiz' as const,
    quiz: quiz.id,
    title: quiz.title,
    dueAt: quiz.dueAt,
    points: quiz.points,
    url: quiz.url,
    state: null,
    isLate: false,
    score: null,
    label: null,
    comment: null,
    submittedAt: null,
    gradedAt: null,
    minutes: quiz.minutes,
    attempts: quiz.attempts,
  }));
  return { parts: work?.parts ?? [], items: [...items, ...alone] };
};
