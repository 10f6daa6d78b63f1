include(GoogleTest)

# [s] A test that takes longer hangs.
set(WAYSTONE_TEST_TIMEOUT_S 600)
if(WAYSTONE_SANITIZE_ADDRESS OR WAYSTONE_SANITIZE_THREAD OR WAYSTONE_FUZZ)
  set(WAYSTONE_TEST_TIMEOUT_S 1800)
endif()

# Sources of a target that is TOGETHER are compiled eight at a time: with CLI11, JSON or gRPC, what each source repeats costs
# more than what it says. Not without precompiled headers: that build shows what each source lacks by itself.
function(waystone_compile_together target)
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()

# waystone_library(NAME folder SOURCES ... HEADERS ... DEPS ...)
#   One library per folder: target waystone_<NAME>. HEADERS are compiled alone by scripts/check. PRECOMPILED names the
#   headers of cmake/precompiled that its sources start with, "library" by default.
function(waystone_library)
  cmake_parse_arguments(ARG "TOGETHER" "NAME;PRECOMPILED" "SOURCES;HEADERS;DEPS;PRIVATE_DEPS" ${ARGN})
  if(NOT ARG_PRECOMPILED)
    set(ARG_PRECOMPILED library)
  endif()
  set(target waystone_${ARG_NAME})
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE ${ARG_PRIVATE_DEPS})
    target_precompile_headers(${target} REUSE_FROM waystone_precompiled_${ARG_PRECOMPILED})
    if(ARG_TOGETHER)
      waystone_compile_together(${target})
    endif()
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR} FILES ${ARG_HEADERS})
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>)
  target_link_libraries(${target} ${scope} ${ARG_DEPS})
  set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()

# waystone_test(NAME name SOURCES ... DEPS ... [LABELS slow] [PRECOMPILED name] [IN_ONE_PROCESS suite ...]): a GoogleTest
#   binary, every TEST a ctest case, and so a process. `scripts/test` leaves out those labelled slow. PRECOMPILED: "test"
#   by default. IN_ONE_PROCESS: suites that are one ctest case each, for their tests share a scene that is slow to make.
function(waystone_test)
  cmake_parse_arguments(ARG "TOGETHER" "NAME;PRECOMPILED" "SOURCES;DEPS;LABELS;IN_ONE_PROCESS" ${ARGN})
  if(NOT ARG_PRECOMPILED)
    set(ARG_PRECOMPILED test)
  endif()
  add_executable(${ARG_NAME} ${ARG_SOURCES})
  target_include_directories(${ARG_NAME} PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_libraries(${ARG_NAME} PRIVATE ${ARG_DEPS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_options(${ARG_NAME} PRIVATE ${WAYSTONE_TEST_OPTIONS})
  target_precompile_headers(${ARG_NAME} REUSE_FROM waystone_precompiled_${ARG_PRECOMPILED})
  if(ARG_TOGETHER)
    waystone_compile_together(${ARG_NAME})
  endif()
  set(others "*")
  if(ARG_IN_ONE_PROCESS)
    list(TRANSFORM ARG_IN_ONE_PROCESS APPEND ".*" OUTPUT_VARIABLE whole)
    list(JOIN whole ":" whole)
    set(others "-${whole}")
  endif()
  gtest_discover_tests(${ARG_NAME} TEST_FILTER "${others}" DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT ${WAYSTONE_TEST_TIMEOUT_S} LABELS "${ARG_LABELS}")
  foreach(suite IN LISTS ARG_IN_ONE_PROCESS)
    add_test(NAME ${suite} COMMAND ${ARG_NAME} --gtest_filter=${suite}.*)
    set_tests_properties(${suite} PROPERTIES TIMEOUT ${WAYSTONE_TEST_TIMEOUT_S} LABELS "${ARG_LABELS}"
                                             FAIL_REGULAR_EXPRESSION "Running 0 tests")
  endforeach()
endfunction()
