import type { ComponentProps, ReactNode } from 'react';
import { DatePicker, DateRange, DateTimeField, type Days } from '../ui/date-field.tsx';
import { useField, type Named, type NamesOf } from './fields.tsx';

/**
 * Days and times in a form, separate from the other fields because of the calendar's size: `const { DatePicker } =
 * dateFieldsOf<Draft>()`.
 */
interface DateFieldsOf<T> {
  /** A day in ISO 8601. */
  DatePicker: (
    props: Named<ComponentProps<typeof DatePicker>, NamesOf<T, string | null>>,
  ) => ReactNode;
  /** An instant in UTC. */
  DateTimeField: (
    props: Named<ComponentProps<typeof DateTimeField>, NamesOf<T, string | null>>,
  ) => ReactNode;
  DateRange: (props: Named<ComponentProps<typeof DateRange>, NamesOf<T, Days | null>>) => ReactNode;
}

const fields: DateFieldsOf<Record<string, never>> = {
  DatePicker: ({ name, ...rest }) => {
    const { ref: _, ...field } = useField<string | null>(name);
    return <DatePicker {...rest} {...field} />;
  },
  DateTimeField: ({ name, ...rest }) => {
    const { ref: _, ...field } = useField<string | null>(name);
    return <DateTimeField {...rest} {...field} />;
  },
  DateRange: ({ name, ...rest }) => {
    const { ref: _, ...field } = useField<Days | null>(name);
    return <DateRange {...rest} {...field} />;
  },
};

export const dateFieldsOf = <T,>(): DateFieldsOf<T> => fields as unknown as DateFieldsOf<T>;
