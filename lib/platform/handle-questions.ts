const { parentPort } = process.getBuiltinModule("node:worker_threads");

/** Makes this thread respond to the questions of a `SharedThread`. */
export function handleQuestions<Question, Result>(handle: (question: Question) => Result): void {
  parentPort?.on("message", ({ id, question }: { id: number; question: Question }) =>
    parentPort.postMessage({ id, response: handle(question) }),
  );
}
