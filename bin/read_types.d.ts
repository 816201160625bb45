export function compiled(file: string): string
