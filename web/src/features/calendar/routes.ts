import { coming } from '../coming/coming.ts';
import { paths } from '../../paths.ts';
import { inShell } from '../../routing.ts';

export const routes = [inShell(paths.calendar, coming)] as const;
