import type { ComponentProps, ReactNode } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import { Combobox } from '../ui/combobox.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { TagField } from '../ui/tag-field.tsx';
import { useField, type Named, type NamesOf } from './fields.tsx';
import { PersonPicker } from './person-picker.tsx';

/** Fields based on react-aria, separate from the others because of their size: `const { TagField } = ariaFieldsOf<Draft>()`. */
interface AriaFieldsOf<T> {
  NumberField: (
    props: Named<ComponentProps<typeof NumberField>, NamesOf<T, number | null>>,
  ) => ReactNode;
  TagField: (
    props: Omit<Named<ComponentProps<typeof TagField>, NamesOf<T, readonly string[]>>, 'values'>,
  ) => ReactNode;
  Combobox: (props: Named<ComponentProps<typeof Combobox>, NamesOf<T, string | null>>) => ReactNode;
  PersonPicker: (
    props: Omit<Named<ComponentProps<typeof PersonPicker>, NamesOf<T, readonly Face[]>>, 'people'>,
  ) => ReactNode;
}

const fields: AriaFieldsOf<Record<string, never>> = {
  NumberField: ({ name, ...rest }) => {
    const { ref: _, ...field } = useField<number | null>(name);
    return <NumberField {...rest} {...field} />;
  },
  TagField: ({ name, ...rest }) => {
    const { ref: _, value, ...field } = useField<readonly string[]>(name);
    return <TagField {...rest} {...field} values={value} />;
  },
  Combobox: ({ name, ...rest }) => {
    const { ref: _, ...field } = useField<string | null>(name);
    return <Combobox {...rest} {...field} />;
  },
  PersonPicker: ({ name, ...rest }) => {
    const { ref: _, value, ...field } = useField<readonly Face[]>(name);
    return <PersonPicker {...rest} {...field} people={value} />;
  },
};

export const ariaFieldsOf = <T,>(): AriaFieldsOf<T> => fields as unknown as AriaFieldsOf<T>;
