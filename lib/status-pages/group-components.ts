/** Components by the groups whose names they have, both in their order. */
export function groupComponents<Component>(
  components: Component[],
  nameOf: (component: Component) => string,
): { name: string; components: Component[] }[] {
  const groups = new Map<string, Component[]>();
  for (const component of components) {
    const group = groups.get(nameOf(component));
    if (group) group.push(component);
    else groups.set(nameOf(component), [component]);
  }
  return [...groups].map(([name, members]) => ({ name, components: members }));
}
