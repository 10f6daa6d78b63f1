// Resolves in a task of its own, after what the browser has to do by then: a long task holds up the page.
export function nextTask(): Promise<void> { return new Promise((resolve) => { setTimeout(resolve); }); }
