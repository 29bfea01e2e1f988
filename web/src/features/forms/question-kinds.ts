import {
  CalendarDays,
  CircleDot,
  FileUp,
  Gauge,
  Hash,
  Info,
  SquareCheck,
  Text,
  TextCursorInput,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import type { QuestionKind } from '#contract/forms/limits.ts';

export const kindIcons: Readonly<Record<QuestionKind, LucideIcon>> = {
  short: TextCursorInput,
  long: Text,
  one: CircleDot,
  several: SquareCheck,
  scale: Gauge,
  number: Hash,
  date: CalendarDays,
  file: FileUp,
  person: UserRound,
  statement: Info,
};
